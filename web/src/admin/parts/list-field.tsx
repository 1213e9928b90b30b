/** A list of lines, typed or pasted, or read from a file of CSV. */
import { useState } from "react";
import { FieldFaultContext } from "../action/field-fault.tsx";
import { useConsoleText } from "../console-text.ts";
import { AreaField, TextField } from "./fields.tsx";

type ListFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly lines: string;
  readonly setLines: (lines: string) => void;
};

export function ListField({ name, label, hint, lines, setLines }: ListFieldProps) {
  const { listFile: words } = useConsoleText();
  const [wrong, setWrong] = useState<string>();
  const read = async (file: File | undefined): Promise<void> => {
    const text = file && decodeUtf8(await file.arrayBuffer());
    setWrong(file !== undefined && text === undefined ? words.notUtf8(file.name) : undefined);
    if (text !== undefined) setLines(text);
  };
  return (
    <>
      <AreaField
        name={name}
        label={label}
        hint={hint}
        rows={8}
        spellCheck={false}
        value={lines}
        onChange={({ currentTarget }) => setLines(currentTarget.value)}
        required
      />
      <FieldFaultContext value={wrong === undefined ? [] : [{ name: "file", words: wrong }]}>
        <TextField
          name="file"
          label={words.label}
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
        />
      </FieldFaultContext>
    </>
  );
}

/** Other encodings would lose letters of names and notes; `undefined` for them. */
function decodeUtf8(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
