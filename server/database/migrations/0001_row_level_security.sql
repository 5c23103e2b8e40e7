ALTER TABLE "answered_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "attendee_facts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "blobs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "dkim_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "identity_users" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "psi_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "psi_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;