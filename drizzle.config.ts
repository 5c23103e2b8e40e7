import { defineConfig } from 'drizzle-kit';

/** `npm run migrations` compares the schema with the last migration and writes the next one. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/database/*schema.ts',
  out: './server/database/migrations',
});
