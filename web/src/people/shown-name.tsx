/** The displayed name of a wallet: the one that its owner chose, or the generated one. */
import { generateName } from "../../../src/core/generated-name.ts";

export const nameOfWallet = (address: string, name: string): string =>
  name === "" ? generateName(address.toLowerCase()) : name;

type ShownNameProps = { readonly address: string; readonly name: string };

/** Isolates the name's text direction from the text around it. */
export const ShownName = ({ address, name }: ShownNameProps) => (
  <bdi className="person-name">{nameOfWallet(address, name)}</bdi>
);
