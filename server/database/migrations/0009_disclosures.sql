CREATE TABLE "disclosures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"organiser" text NOT NULL,
	"catalog" text NOT NULL,
	"fact" text NOT NULL,
	"day" date,
	CONSTRAINT "disclosures_once" UNIQUE("user_id","organiser","catalog","fact"),
	CONSTRAINT "disclosures_catalog_hash" CHECK ("disclosures"."catalog" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "disclosures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "disclosures" ADD CONSTRAINT "disclosures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What was disclosed before went to the one organiser there was. Its catalog is named by the hash of the one that was
-- built in at the time; the day was not recorded.
INSERT INTO "disclosures" ("user_id", "organiser", "catalog", "fact")
SELECT "user_id", 'waystamp', 'd10049c0dd69fe9e8e338ad6106effce561a3798cc653a01535fc1dffa2b85d0', "fact" FROM "attendee_facts";
