-- Filters of the catalog that are asked of what a listing says.
create index events_series on events using gin ((content -> 'series') jsonb_path_ops);
create index markets_question_id on markets ((content ->> 'questionId'));
create index markets_game_start on markets ((rtrim(content ->> 'gameStartTime', 'Z0.') collate "C"), event_id)
  where content ? 'gameStartTime';
-- Finds parts of titles.
create index event_entries_title_parts on event_entries using gin (first_phrase gin_trgm_ops);
-- Markets with a proposed outcome are few.
create index market_states_proposed on market_states (market) where proposed_payout is not null;
