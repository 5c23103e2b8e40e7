CREATE TABLE "catalog" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" text NOT NULL,
	"booking_words" text[] NOT NULL,
	"presence_words" text[] NOT NULL,
	CONSTRAINT "catalog_one_row" CHECK ("catalog"."id")
);
--> statement-breakpoint
ALTER TABLE "catalog" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "catalog_events" (
	"key" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"starts" date NOT NULL,
	"ends" date NOT NULL,
	"place" text NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"senders" text[] NOT NULL,
	"signers" text[] NOT NULL,
	"dkim_keys" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"names" text[] NOT NULL,
	CONSTRAINT "catalog_events_coordinates" CHECK (("catalog_events"."latitude" is null) = ("catalog_events"."longitude" is null))
);
--> statement-breakpoint
ALTER TABLE "catalog_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "is_public" ON "catalog" AS PERMISSIVE FOR SELECT TO public USING (true);--> statement-breakpoint
CREATE POLICY "is_public" ON "catalog_events" AS PERMISSIVE FOR SELECT TO public USING (true);