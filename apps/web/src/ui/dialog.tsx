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
  /** Its title is heard and not seen, and what is in it reaches to the edge. */
  bare?: boolean;
  /** It shows what is shown once: a press beside it, which may be a slip, leaves it open. */
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
