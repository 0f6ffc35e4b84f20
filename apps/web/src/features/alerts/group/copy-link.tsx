import { useState } from 'react';

/** A button that copies the URL of this screen. Renders nothing where the browser has no clipboard (plain HTTP). */
export function CopyLink() {
  const [isCopied, setCopied] = useState(false);
  if (!navigator.clipboard) return null;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(location.origin + location.pathname);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <button type="button" onClick={() => void copy()} className="link !text-muted hover:!text-ink">
      {isCopied ? 'Link copied ✓' : 'Copy link'}
    </button>
  );
}
