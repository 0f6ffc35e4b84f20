import { useEffect, useId, useRef, type ReactNode } from 'react';

/** A modal dialog: the browser keeps the focus in it, and Escape closes it. Mounted = open. */
export function Dialog({
  title,
  onClose,
  children,
  wide = false,
  bare = false,
  isSecret = false,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
  /** The title is for screen readers only, and the content extends to the edge. */
  bare?: boolean;
  /** Content that is shown only once: a press outside, possibly accidental, does not close it. */
  isSecret?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[autofocus]')?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onClose={onClose}
      {...{ closedby: isSecret ? 'closerequest' : 'any' }}
      className={`${bare ? 'mx-auto mt-[12dvh] mb-auto' : 'm-auto'} max-h-[90dvh] w-[calc(100%-2rem)] overflow-auto rounded-xl border border-line bg-raised p-0 text-ink shadow-pop max-sm:mb-4 ${bare ? 'max-w-xl' : wide ? 'max-w-2xl' : 'max-w-md'}`}
    >
      <div className={bare ? '' : 'p-5'}>
        <h2 id={id} className={bare ? 'sr-only' : 'text-base font-semibold'}>
          {title}
        </h2>
        <div className={bare ? '' : 'mt-3'}>{children}</div>
      </div>
    </dialog>
  );
}
