export const BellMark = ({ size = 20, strokeWidth = 1.9 }: { size?: number; strokeWidth?: number }) => (
  <svg
    aria-hidden
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={strokeWidth}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d="M12 3v1.6M5.2 17.2h13.6M7 17c.7-2 .9-4 .9-6.2a4.1 4.1 0 0 1 8.2 0c0 2.2.2 4.2.9 6.2" />
    <path d="M10.4 17.5v1.3a1.6 1.6 0 0 0 3.2 0v-1.3" fill="currentColor" />
    <path d="M3.2 12.8c0-3 1-5.6 2.8-7.5M20.8 12.8c0-3-1-5.6-2.8-7.5" opacity=".55" />
  </svg>
);
