/** A text that becomes a link if it is a web address. Nothing is loaded from there. */
export function SourceText({ text }: { readonly text: string }) {
  if (!/^https?:\/\/\S+$/.test(text)) return <span>{text}</span>;
  return (
    <a href={text} target="_blank" rel="noreferrer noopener">
      {text}
    </a>
  );
}
