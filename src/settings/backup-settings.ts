/** Settings of scheduled backups. */
import { parseBaseUrl } from "../public-urls.ts";
import { parseBackupPlace } from "../store/archive/place-name.ts";
import { parseBackupAccount, parseSpan, parseSpanOrOff } from "./backup-parsers.ts";
import { anyText } from "./parsers.ts";
import type { SettingTree } from "./setting.ts";

export const BACKUP_SETTINGS = {
  /** A directory, or an S3 bucket with a prefix; `undefined` makes no backups. */
  place: {
    name: "PRESAGE_BACKUP_DIR",
    unset: undefined,
    unsetMeaning: "no backups",
    meaning:
      "where the running exchange [writes backups](operating.md#scheduled-backups): a directory, or `s3://BUCKET/PREFIX`",
    parse: parseBackupPlace,
  },
  /** Milliseconds. */
  every: {
    name: "PRESAGE_BACKUP_EVERY",
    standard: "1d",
    meaning: "time from one whole backup to the next, as in `90m`, `6h`, `1d`",
    parse: parseSpan,
  },
  /** Milliseconds; `undefined` writes full backups only. */
  journalEvery: {
    name: "PRESAGE_BACKUP_JOURNAL_EVERY",
    standard: "1m",
    meaning: "time after which what happened since is written beside the backup, as in `30s`, `5m`; or `off`",
    parse: parseSpanOrOff,
  },
  /** Milliseconds. */
  keep: {
    name: "PRESAGE_BACKUP_KEEP",
    standard: "7d",
    meaning: "how far back every moment can be restored with the state of its time; older files are removed",
    parse: parseSpan,
  },
  s3: {
    endpoint: {
      name: "PRESAGE_BACKUP_S3_ENDPOINT",
      unset: undefined,
      unsetMeaning: "Amazon's, of the region",
      meaning: "address of the S3-compatible store, as `https://s3.example:9000`",
      parse: parseBaseUrl,
    },
    region: {
      name: "PRESAGE_BACKUP_S3_REGION",
      standard: "us-east-1",
      meaning: "region of the bucket",
      parse: anyText,
    },
    account: {
      name: "PRESAGE_BACKUP_S3_KEY",
      unset: undefined,
      unsetMeaning: "those of the machine, as Amazon's tools find them",
      meaning: "access key of the bucket, as `ID:SECRET`",
      kind: "secret",
      parse: parseBackupAccount,
    },
  },
} as const satisfies SettingTree;
