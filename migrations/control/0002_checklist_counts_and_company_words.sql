CREATE TABLE `machine_type_counts` (
	`machine_type_id` text PRIMARY KEY NOT NULL,
	`checklists` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `company_words` (
	`word` text collate nocase NOT NULL,
	`company_id` text NOT NULL,
	PRIMARY KEY(`word`, `company_id`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `company_words_by_company` ON `company_words` (`company_id`);--> statement-breakpoint
INSERT INTO machine_type_counts (machine_type_id, checklists) SELECT machine_type_id, count(*) FROM pm_checklists GROUP BY machine_type_id;
--> statement-breakpoint
INSERT OR IGNORE INTO company_words (word, company_id) SELECT part.value, companies.id FROM companies,
  json_each('[' || replace(replace(replace(json_quote(lower(name || ' ' || slug)), '-', ' '), '.', ' '), ' ', '","') || ']') AS part WHERE part.value <> '';
--> statement-breakpoint
INSERT OR IGNORE INTO company_words (word, company_id) SELECT part.value, domains.company_id FROM domains,
  json_each('[' || replace(replace(json_quote(lower(hostname)), '-', '","'), '.', '","') || ']') AS part WHERE part.value <> '';
--> statement-breakpoint
CREATE TRIGGER company_words_of_a_new_company AFTER INSERT ON companies BEGIN
  INSERT OR IGNORE INTO company_words (word, company_id) SELECT part.value, NEW.id FROM
    json_each('[' || replace(replace(replace(json_quote(lower(NEW.name || ' ' || NEW.slug)), '-', ' '), '.', ' '), ' ', '","') || ']') AS part WHERE part.value <> '';
END;
--> statement-breakpoint
CREATE TRIGGER company_words_of_a_new_domain AFTER INSERT ON domains BEGIN
  INSERT OR IGNORE INTO company_words (word, company_id) SELECT part.value, NEW.company_id FROM
    json_each('[' || replace(replace(json_quote(lower(NEW.hostname)), '-', '","'), '.', '","') || ']') AS part WHERE part.value <> '';
END;
--> statement-breakpoint
CREATE TRIGGER company_words_of_a_new_name AFTER UPDATE OF name, slug ON companies WHEN NEW.name <> OLD.name OR NEW.slug <> OLD.slug BEGIN
  DELETE FROM company_words WHERE company_id = NEW.id;
  INSERT OR IGNORE INTO company_words (word, company_id) SELECT part.value, NEW.id FROM
    json_each('[' || replace(replace(replace(json_quote(lower(NEW.name || ' ' || NEW.slug)), '-', ' '), '.', ' '), ' ', '","') || ']') AS part WHERE part.value <> '';
  INSERT OR IGNORE INTO company_words (word, company_id) SELECT part.value, domains.company_id FROM domains,
    json_each('[' || replace(replace(json_quote(lower(domains.hostname)), '-', '","'), '.', '","') || ']') AS part
    WHERE domains.company_id = NEW.id AND part.value <> '';
END;
