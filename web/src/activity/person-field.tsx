/** The field that chooses a person by address. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isAddressBeginning, peopleQuery } from "../people/find-people.ts";
import { useText } from "../text/language.tsx";
import { SuggestingField } from "./suggesting-field.tsx";

const ADDRESS = /^0x[0-9a-f]{40}$/i;

type PersonFieldProps = {
  /** Address that is chosen; "" without one. */
  readonly address: string;
  readonly onChoose: (address: string) => void;
};

export function PersonField({ address, onChoose }: PersonFieldProps) {
  const { activity: text } = useText();
  const [typed, setTyped] = useState("");
  const { data: people = [] } = useInfiniteQuery({
    ...peopleQuery(typed.trim().toLowerCase()),
    enabled: isAddressBeginning(typed),
  });
  const take = (given: string): string | undefined => {
    const [only, another] = people;
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
      suggestions={people.map((person) => person.address)}
      onType={setTyped}
      onTake={take}
    />
  );
}
