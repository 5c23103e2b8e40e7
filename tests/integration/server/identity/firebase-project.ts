/** The server's configuration for a Firebase project. */
export const PROJECT = 'project-1';
export const PROJECT_ISSUER = `https://securetoken.google.com/${PROJECT}`;
export const FIREBASE_ENV = {
  FIREBASE_API_KEY: 'key-1',
  FIREBASE_AUTH_DOMAIN: `${PROJECT}.firebaseapp.com`,
  FIREBASE_PROJECT_ID: PROJECT,
  FIREBASE_APP_ID: '1:1:web:1',
};
