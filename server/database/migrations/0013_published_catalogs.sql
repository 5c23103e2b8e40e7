CREATE TABLE "published_catalogs" (
	"hash" text PRIMARY KEY NOT NULL,
	"organiser" text NOT NULL,
	"canonical" text NOT NULL,
	"signer_domains" text[] NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "published_catalogs_hash" CHECK ("published_catalogs"."hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "published_catalogs" ENABLE ROW LEVEL SECURITY;