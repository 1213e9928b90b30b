/** A text that becomes a link if it is a web address. The page itself loads nothing from that address. */
export function SourceText({ text }: { readonly text: string }) {
  if (!/^https?:\/\/\S+$/.test(text)) return <span>{text}</span>;
  return (
    <a href={text} target="_blank" rel="noreferrer noopener">
      {text}
    </a>
  );
}
