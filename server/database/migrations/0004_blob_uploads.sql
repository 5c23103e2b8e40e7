CREATE TABLE "blob_parts" (
	"upload_id" text NOT NULL,
	"part_number" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"etag" text NOT NULL,
	CONSTRAINT "blob_parts_upload_id_part_number_pk" PRIMARY KEY("upload_id","part_number")
);
--> statement-breakpoint
ALTER TABLE "blob_parts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "blob_uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"granted_pathname" text NOT NULL,
	"pathname" text NOT NULL,
	"content_type" text NOT NULL,
	"cache_control_max_age" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "blob_uploads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "blob_parts" ADD CONSTRAINT "blob_parts_upload_id_blob_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."blob_uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blob_uploads_expires_at" ON "blob_uploads" USING btree ("expires_at");