/** Field that selects a person by name or address. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { peopleQuery } from "../people/find-people.ts";
import { nameOfWallet } from "../people/shown-name.tsx";
import { useText } from "../text/language.tsx";
import { SuggestingField } from "./suggesting-field.tsx";

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const MIN_CHARACTERS = 2;

type PersonFieldProps = {
  /** Selected address; "" without one. */
  readonly address: string;
  readonly onChoose: (address: string) => void;
};

export function PersonField({ address, onChoose }: PersonFieldProps) {
  const { activity: text } = useText();
  const [typed, setTyped] = useState("");
  const { data: people = [] } = useInfiniteQuery({
    ...peopleQuery(typed.trim()),
    enabled: typed.trim().length >= MIN_CHARACTERS,
  });
  const take = (given: string): string | undefined => {
    const named = people.filter((person) => nameOfWallet(person.address, person.name) === given);
    const [only, another] = named.length > 0 ? named : people;
    if (given === "" || ADDRESS.test(given)) onChoose(given.toLowerCase());
    else if (only !== undefined && another === undefined) onChoose(only.address);
    else return text.noPerson;
    return undefined;
  };
  return (
    <SuggestingField
      name={text.person}
      hint={text.personHint}
      given={address}
      suggestions={people.map(({ address: value, name }) => ({ value, label: nameOfWallet(value, name) }))}
      onType={setTyped}
      onTake={take}
    />
  );
}
