CREATE TABLE `staff_passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`rp_id` text NOT NULL,
	`is_backed_up` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_passkeys_credential` ON `staff_passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `staff_passkeys_by_user` ON `staff_passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `staff_recovery_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_recovery_codes_code` ON `staff_recovery_codes` (`user_id`,`code_hash`);--> statement-breakpoint
CREATE TABLE `staff_remembered_devices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`device_hash` text NOT NULL,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_remembered_devices_device` ON `staff_remembered_devices` (`user_id`,`device_hash`);--> statement-breakpoint
CREATE TABLE `staff_spent_proofs` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`proof_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_spent_proofs_proof` ON `staff_spent_proofs` (`proof_hash`);--> statement-breakpoint
CREATE INDEX `staff_spent_proofs_by_user` ON `staff_spent_proofs` (`user_id`);--> statement-breakpoint
ALTER TABLE `staff` ADD `totp_step` integer;--> statement-breakpoint
ALTER TABLE `staff` ADD `second_factor_since` integer;--> statement-breakpoint
ALTER TABLE `staff_sessions` ADD `method` text;--> statement-breakpoint
ALTER TABLE `staff_sessions` ADD `proved_at` integer;--> statement-breakpoint
ALTER TABLE `staff_tokens` ADD `from_at` integer;