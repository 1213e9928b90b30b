/** Words that may be an address on the web, which then can be followed. Nothing is loaded from it before. */
export function SourceText({ text }: { readonly text: string }) {
  if (!/^https?:\/\/\S+$/.test(text)) return <span>{text}</span>;
  return (
    <a href={text} target="_blank" rel="noreferrer noopener">
      {text}
    </a>
  );
}
