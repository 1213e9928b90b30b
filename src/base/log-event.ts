/** The events of the log: each line names one of them, so that programs need not read sentences. */

/** Names of the events, with their meaning for docs/log.md. */
export const LOG_EVENTS = {
  access: "a request was answered; only where `PRESAGE_ACCESS_LOG` is on",
  announcement_failed: "a change of a market was not told on live channels",
  audit_failed: "the books could not be counted; they are counted again in a minute",
  backup_failed: "a scheduled backup was not written; it is tried again",
  backup_written: "a scheduled backup was written and read back",
  backups_go_on: "scheduled backups are written again after a failure",
  books_not_sent: "whole books were not sent on a live channel",
  certificate_fault: "the certificate is near its end, or another one in its files cannot be served",
  certificate_replaced: "another certificate is served from now on",
  clock_accepted: "a start was told to accept the clock: engine time stands until the clock has caught up",
  clocks_agree: "the wall clock agrees with the monotonic clock again, or was accepted",
  clocks_part: "the wall clock and the monotonic clock part; only cancels are taken",
  cluster_joined: "an engine or a gateway is a part of its cluster",
  commit_not_told: "a commit was not told on a live channel; its connections are told to start again",
  connection_failed: "a live connection ended by a bug",
  copy_failed: "an engine that follows, or a gateway, lost its copy of the state, and makes another one",
  database: "the embedded PostgreSQL was started, adopted or stopped",
  database_ended: "the embedded PostgreSQL ended by itself; it is started again",
  database_state: "the database answers again, or does not",
  disconnect_failed: "the orders of a key whose connections ended were not cancelled; it is tried again",
  disk_unknown: "the free space of the disk is not known",
  exchange_started: "the addresses are open",
  exchange_stopping: "the exchange was told to stop",
  exposed: "an address is open to the network in plain HTTP",
  fills_not_told: "fills were not told on the live-data channel",
  gateway_ended: "the thread of a gateway ended by itself; it is started again",
  gateway_started: "a gateway that had ended serves again",
  hand_over: "the engine gives the lead to another one",
  heartbeat_failed: "the end of a heartbeat session was not carried out; it is tried again",
  house_failed: "a turn of the house's makers failed",
  init_file: "the first start ran a file of the init folder; the line counts what was left out",
  init_skipped: "the init folder was not read, since this is not the first start",
  insolvent: "the exchange has not what it owes: it is halted",
  known_entries_failed:
    "the ids of earlier orders and requests could not be read into memory; each is looked up",
  lead_taken: "the engine leads its cluster from now on",
  leader_changed: "a gateway follows another engine, or none leads",
  lines_dropped: "whoever reads the log did not keep up: so many lines were dropped",
  lost_tail: "the journal lacks batches that were acknowledged: the engine does not open",
  mode_changed: "an operator or a safeguard set a mode, or a safeguard lifted its own",
  operators_fault: "the files of the operators' tokens changed and cannot be used: the tokens of before stay",
  operators_replaced: "the operators' tokens were read again from their files, which changed",
  order_delayed: "a delayed order was not written or did not end; it is tried again",
  past_written: "a new sandbox has thirty days of history",
  preview_failed: "the preview of an event was not read",
  request_failed: "a request was answered with 500: a bug, with its stack and the id of the request",
  residents_failed: "a turn of the sandbox's residents failed",
  secret_readable: "the file of a secret can be read by other accounts of the machine",
  settlement_failed: "a settlement did not end or could not be written down; it is tried again",
  settlement_not_told: "the end of a settlement was not told on live channels",
  signatures_slow: "signatures are verified in JavaScript, at a thirtieth of the speed",
  silent_leader: "the session of an engine that did nothing with its lead for seconds was ended",
  start_waits: "the start waits for locks of other sessions of the database, for a standby, or for the lead",
  stream_key_unknown: "the key of a user channel could not be looked up",
  tables_behind: "the exchange stopped with read tables behind the journal; the next start makes them follow",
  tables_made: "the read tables are rebuilt from the journal, or were",
  tables_state: "the read tables hold up the writer, fail or take long, or do so no more",
  tier_unread: "the tier of a signer's limits was not read; it is looked up again with the next request",
  traces_state: "the collector takes the spans of traces no more, or again",
  uncaught: "nobody caught an error: the process ends",
  webhook_disabled: "a receiver answered that it is gone: its webhook is disabled, and what it lacks is kept",
  webhook_given_up: "an event was not delivered to a webhook for days: it is in the list of failures",
  webhooks_failed: "the deliveries of webhooks stopped, and begin again at their places",
} as const;

export type LogEvent = keyof typeof LOG_EVENTS;

type Fields = { readonly event: LogEvent } & Readonly<Record<string, unknown>>;
type WriteEvent = (fields: Fields, message: string) => void;

/** A log. Each line has its event, the event's fields and a sentence for people. */
export type Log = {
  readonly debug: WriteEvent;
  readonly info: WriteEvent;
  readonly warn: WriteEvent;
  readonly error: WriteEvent;
  readonly fatal: WriteEvent;
  /** Logs a request, whatever the level; `undefined` if requests are not logged. */
  readonly access?: ((fields: Readonly<Record<string, unknown>>) => void) | undefined;
};
