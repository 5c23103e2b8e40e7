CREATE TABLE "dkim_look_ups" (
	"domain" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "dkim_look_ups" ENABLE ROW LEVEL SECURITY;