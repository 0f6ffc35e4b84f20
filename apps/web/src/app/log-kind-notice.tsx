import { Banner } from '../ui/banner.js';

const words = {
  demo: ['Demo data.', 'An invented company that goes on while you look: its pages are simulated, and nothing is sent.'],
  import: ['Imported history.', 'No one is paged from here, and new alerts aren’t processed.'],
} as const;

/** The notice of a demo or an import. */
export function LogKindNotice({ kind }: { kind: keyof typeof words }) {
  const [what, says] = words[kind];
  return (
    <Banner tone="plain">
      <p aria-label="Kind of log" role="note">
        <span className="font-semibold">{what}</span> {says}
      </p>
    </Banner>
  );
}
