/** Loaded into a server before its own code: stands in for Google where the server asks whose a token is. */
const TOKEN_INFO = 'https://oauth2.googleapis.com/tokeninfo';

const send = globalThis.fetch;

globalThis.fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  if (url !== TOKEN_INFO) return send(input, init);
  return Promise.resolve(
    Response.json({
      aud: process.env['GOOGLE_CLIENT_ID'],
      email: process.env['GOOGLE_ADDRESS'],
      email_verified: 'true',
      expires_in: '3599',
    }),
  );
};
