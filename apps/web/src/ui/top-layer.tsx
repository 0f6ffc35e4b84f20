import { useLayoutEffect, useState, type ReactNode } from 'react';

interface Props {
  isOpen: boolean;
  /** Draws an overlay into the layer. */
  children: (layer: HTMLElement) => ReactNode;
}

/** Above everything while it is open, and inside the modal dialog around it: what is outside of that can’t be reached. */
export function TopLayer({ isOpen, children }: Props) {
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (!isOpen || !layer) return undefined;
    layer.showPopover();
    return () => layer.hidePopover();
  }, [isOpen, layer]);
  return (
    <>
      <span
        ref={setLayer}
        popover="manual"
        className="pointer-events-none inset-0 size-full overflow-visible border-0 bg-transparent p-0 text-ink"
      />
      {layer && children(layer)}
    </>
  );
}
