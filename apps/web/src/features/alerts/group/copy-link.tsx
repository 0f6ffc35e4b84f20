import { useState } from 'react';

/** A button that copies the URL of this screen; `hasSearch`: with what its address says besides. Renders nothing where the browser has no clipboard (plain HTTP). */
export function CopyLink({ hasSearch = false }: { hasSearch?: boolean }) {
  const [isCopied, setCopied] = useState(false);
  if (!navigator.clipboard) return null;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(location.origin + location.pathname + (hasSearch ? location.search : ''));
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <button type="button" onClick={() => void copy()} className="link !text-muted hover:!text-ink">
      {isCopied ? 'Link copied ✓' : 'Copy link'}
    </button>
  );
}
