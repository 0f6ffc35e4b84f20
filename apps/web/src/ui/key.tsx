/** A key of the keyboard. */
export const Key = ({ children }: { children: string }) => (
  <kbd
    aria-hidden
    className="hidden h-[18px] min-w-[18px] items-center justify-center rounded border border-current/30 px-1 font-sans text-axis font-medium whitespace-nowrap pointer-fine:inline-flex"
  >
    {children}
  </kbd>
);
