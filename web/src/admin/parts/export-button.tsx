/** A button that saves a list as a CSV file, and says how much of it is in the file. */
import { useMutation } from "@tanstack/react-query";
import { downloadFile, formatCsv } from "../../csv.ts";
import type { Csv } from "../../csv.ts";
import { Failure } from "../../parts/states.tsx";

type ExportProps = {
  readonly label: string;
  /** Class of the text about the file. */
  readonly textClass: string;
  /** Reads the rows, and gives the name of the file and what to say about it. */
  readonly read: () => Promise<{ readonly name: string; readonly csv: Csv; readonly words: string }>;
};

export function ExportButton({ label, textClass, read }: ExportProps) {
  const file = useMutation({
    mutationFn: async () => {
      const { name, csv, words } = await read();
      downloadFile(name, formatCsv(csv));
      return words;
    },
  });
  return (
    <>
      <button type="button" disabled={file.isPending} onClick={() => file.mutate()}>
        {label}
      </button>
      {file.isError && <Failure error={file.error} />}
      <p role="status" className={textClass}>
        {file.data}
      </p>
    </>
  );
}
