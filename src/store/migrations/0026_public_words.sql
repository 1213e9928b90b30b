-- Words that stand for misspelt ones are those of public events; they were those of drafts, too.
delete from search_words;
insert into search_words (word)
  select distinct unnest(tsvector_to_array(words)) from event_entries where published;
