CREATE TABLE "answered_keys" (
	"key_id" "bytea" PRIMARY KEY NOT NULL,
	"answered_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attendee_facts" (
	"user_id" uuid NOT NULL,
	"fact" text NOT NULL,
	"disclosed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attendee_facts_user_id_fact_pk" PRIMARY KEY("user_id","fact")
);
--> statement-breakpoint
CREATE TABLE "blobs" (
	"pathname" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"content_type" text NOT NULL,
	"etag" text NOT NULL,
	"cache_control_max_age" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dkim_keys" (
	"domain" text NOT NULL,
	"name" text NOT NULL,
	"record" text NOT NULL,
	"source" text NOT NULL,
	"first_seen" date NOT NULL,
	"last_seen" date NOT NULL,
	CONSTRAINT "dkim_keys_name_record_pk" PRIMARY KEY("name","record")
);
--> statement-breakpoint
CREATE TABLE "identity_users" (
	"id" text PRIMARY KEY NOT NULL,
	"refresh_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_users_refresh_hash_unique" UNIQUE("refresh_hash")
);
--> statement-breakpoint
CREATE TABLE "psi_keys" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"key_id" "bytea" NOT NULL,
	"link" text NOT NULL,
	"public_keys" "bytea" NOT NULL,
	"announced_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "psi_keys_key_id_unique" UNIQUE("key_id")
);
--> statement-breakpoint
CREATE TABLE "psi_sessions" (
	"id" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"state" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
ALTER TABLE "attendee_facts" ADD CONSTRAINT "attendee_facts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "psi_keys" ADD CONSTRAINT "psi_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "psi_sessions" ADD CONSTRAINT "psi_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dkim_keys_domain" ON "dkim_keys" USING btree ("domain");--> statement-breakpoint
CREATE INDEX "identity_users_last_seen_at" ON "identity_users" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "psi_sessions_expires_at" ON "psi_sessions" USING btree ("expires_at");