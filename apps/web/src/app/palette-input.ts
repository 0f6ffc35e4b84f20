/** Style of the input, before and after the rest is loaded. */
export const paletteInput =
  'h-12 w-full shrink-0 border-b border-line bg-transparent px-4 text-[15px] outline-none placeholder:text-faint max-sm:text-base';
