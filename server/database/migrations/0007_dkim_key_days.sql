CREATE TABLE "dkim_removals" (
	"domain" text NOT NULL,
	"name" text NOT NULL,
	"fingerprint" text NOT NULL,
	"record" text NOT NULL,
	"removed_on" date NOT NULL,
	CONSTRAINT "dkim_removals_name_fingerprint_pk" PRIMARY KEY("name","fingerprint")
);
--> statement-breakpoint
ALTER TABLE "dkim_removals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "dkim_keys" ADD COLUMN "missing_since" date;--> statement-breakpoint
CREATE INDEX "dkim_removals_domain" ON "dkim_removals" USING btree ("domain");--> statement-breakpoint
-- A domain that answered after a key's last sight answered without it: from the day after, as far as anybody knows.
UPDATE "dkim_keys" SET "missing_since" = "dkim_keys"."last_seen" + 1 FROM "dkim_look_ups" WHERE "dkim_look_ups"."domain" = "dkim_keys"."domain" AND ("dkim_look_ups"."answered_at" AT TIME ZONE 'UTC')::date > "dkim_keys"."last_seen";
