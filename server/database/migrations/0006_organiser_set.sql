CREATE TABLE "organiser_facts" (
	"fact" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organiser_facts" ENABLE ROW LEVEL SECURITY;