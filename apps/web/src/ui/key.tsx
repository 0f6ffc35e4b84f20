/** A key of the keyboard. */
export const Key = ({ children }: { children: string }) => (
  <kbd
    aria-hidden
    className="hidden min-w-4 rounded border border-current/30 px-1 text-center font-sans text-axis leading-4 pointer-fine:inline-block"
  >
    {children}
  </kbd>
);
