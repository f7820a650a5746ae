CREATE TABLE `passkeys` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
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
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`company_id`,`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_by_user` ON `passkeys` (`company_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recovery_codes_code` ON `recovery_codes` (`company_id`,`user_id`,`code_hash`);--> statement-breakpoint
CREATE TABLE `remembered_devices` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`device_hash` text NOT NULL,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `remembered_devices_device` ON `remembered_devices` (`company_id`,`user_id`,`device_hash`);--> statement-breakpoint
CREATE TABLE `spent_proofs` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`proof_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `spent_proofs_proof` ON `spent_proofs` (`company_id`,`proof_hash`);--> statement-breakpoint
CREATE INDEX `spent_proofs_by_user` ON `spent_proofs` (`company_id`,`user_id`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `method` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `proved_at` integer;--> statement-breakpoint
ALTER TABLE `user_tokens` ADD `from_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `totp_step` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `second_factor_since` integer;--> statement-breakpoint
ALTER TABLE `contact_sessions` ADD `method` text;--> statement-breakpoint
ALTER TABLE `contact_sessions` ADD `proved_at` integer;--> statement-breakpoint
ALTER TABLE `contact_tokens` ADD `from_at` integer;--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('passkeys','passkeys_by_user','5000 500 1'),
('passkeys','passkeys_credential','5000 500 1'),
('passkeys','sqlite_autoindex_passkeys_1','5000 500 1'),
('recovery_codes','recovery_codes_code','5000 500 1 1'),
('recovery_codes','sqlite_autoindex_recovery_codes_1','5000 500 1'),
('remembered_devices','remembered_devices_device','5000 500 1 1'),
('remembered_devices','sqlite_autoindex_remembered_devices_1','5000 500 1'),
('spent_proofs','spent_proofs_by_user','5000 500 1'),
('spent_proofs','spent_proofs_proof','5000 500 1'),
('spent_proofs','sqlite_autoindex_spent_proofs_1','5000 500 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
