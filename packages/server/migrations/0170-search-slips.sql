-- Misspelt words are found by what is left of them without a letter or two, instead of by weighing every word that shares some letters.
-- See docs/decisions/0070-what-a-search-costs.md.

-- What is left of the first eight letters without one letter, of words of seven letters or more also without two.
-- Two words that are as many slips apart have one of these in common: a letter missed, added, changed or swapped with its neighbour is a slip.
create function slip_keys(word text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  part constant text := left(word, 8);
  n constant integer := length(part);
  keys text[] := array[part];
  less text;
begin
  for a in 1 .. n loop
    less := left(part, a - 1) || substr(part, a + 1);
    keys := keys || less;
    if length(word) >= 7 then
      for b in a .. n - 1 loop
        keys := keys || (left(less, b - 1) || substr(less, b + 1));
      end loop;
    end if;
  end loop;
  return keys;
end $$;

drop index search_word_like;
create index search_word_slips on search_word using gin (slip_keys(word));
