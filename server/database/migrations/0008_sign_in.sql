CREATE TABLE "ended_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ended_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hosted_blobs" (
	"pathname" text PRIMARY KEY NOT NULL,
	"granted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "hosted_blobs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "used_id_tokens" (
	"fingerprint" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "used_id_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_email_unique";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "issuer" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "subject" text;--> statement-breakpoint
CREATE INDEX "ended_sessions_expires_at" ON "ended_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "hosted_blobs_granted_at" ON "hosted_blobs" USING btree ("granted_at");--> statement-breakpoint
CREATE INDEX "used_id_tokens_expires_at" ON "used_id_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_issuer_subject_email" ON "users" USING btree ("issuer","subject","email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_of_nobody" ON "users" USING btree ("email") WHERE "users"."subject" is null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_issuer_and_subject" CHECK (("users"."issuer" is null) = ("users"."subject" is null));--> statement-breakpoint
-- Objects that a hosted store holds from before: they go once nobody announces them any more.
INSERT INTO "hosted_blobs" ("pathname") SELECT split_part("link", '.public.blob.vercel-storage.com/', 2) FROM "psi_keys" WHERE "link" LIKE 'https://%.public.blob.vercel-storage.com/psi/%' ON CONFLICT DO NOTHING;
