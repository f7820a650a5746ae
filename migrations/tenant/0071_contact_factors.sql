CREATE TABLE `contact_passkeys` (
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
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `contact_accounts`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_passkeys_credential` ON `contact_passkeys` (`company_id`,`credential_id`);--> statement-breakpoint
CREATE INDEX `contact_passkeys_by_account` ON `contact_passkeys` (`company_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `contact_recovery_codes` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `contact_accounts`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_recovery_codes_code` ON `contact_recovery_codes` (`company_id`,`user_id`,`code_hash`);--> statement-breakpoint
CREATE TABLE `contact_remembered_devices` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`device_hash` text NOT NULL,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `contact_accounts`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_remembered_devices_device` ON `contact_remembered_devices` (`company_id`,`user_id`,`device_hash`);--> statement-breakpoint
CREATE TABLE `contact_spent_proofs` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`proof_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `contact_accounts`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_spent_proofs_proof` ON `contact_spent_proofs` (`company_id`,`proof_hash`);--> statement-breakpoint
CREATE INDEX `contact_spent_proofs_by_account` ON `contact_spent_proofs` (`company_id`,`user_id`);--> statement-breakpoint
ALTER TABLE `contact_accounts` ADD `totp_secret` text;--> statement-breakpoint
ALTER TABLE `contact_accounts` ADD `totp_step` integer;--> statement-breakpoint
ALTER TABLE `contact_accounts` ADD `second_factor_since` integer;
--> statement-breakpoint
-- By hand
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('contact_passkeys','contact_passkeys_by_account','5000 500 1'),
('contact_passkeys','contact_passkeys_credential','5000 500 1'),
('contact_passkeys','sqlite_autoindex_contact_passkeys_1','5000 500 1'),
('contact_recovery_codes','contact_recovery_codes_code','5000 500 1 1'),
('contact_recovery_codes','sqlite_autoindex_contact_recovery_codes_1','5000 500 1'),
('contact_remembered_devices','contact_remembered_devices_device','5000 500 1 1'),
('contact_remembered_devices','sqlite_autoindex_contact_remembered_devices_1','5000 500 1'),
('contact_spent_proofs','contact_spent_proofs_by_account','5000 500 1'),
('contact_spent_proofs','contact_spent_proofs_proof','5000 500 1'),
('contact_spent_proofs','sqlite_autoindex_contact_spent_proofs_1','5000 500 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
