import { Copy } from '../../../ui/copy.js';
import type { Connection, ConnectionWords } from './connection-words.js';

/** The numbered steps before there is a connection. */
export const SetUpSteps = ({ steps }: Pick<ConnectionWords, 'steps'>) => (
  <ol className="list-decimal space-y-2 pb-4 pl-5 text-xs">
    {steps.map((step) => {
      const { says, paste } = typeof step === 'string' ? { says: step } : step;
      return (
        <li key={says}>
          {says}
          {paste && <Copy {...paste} />}
        </li>
      );
    })}
  </ol>
);

/** What is copied from a connection to its provider, once it is set up. */
export function HandedOver({
  connection: { inbound, fields },
  handedOver: { label, text, says, without },
}: {
  connection: Connection;
  handedOver: NonNullable<ConnectionWords['handedOver']>;
}) {
  if (inbound === null) return without ? <p className="pt-4 text-muted">{without}</p> : null;
  return (
    <div className="space-y-2 pt-4">
      <Copy label={label} text={text(inbound, fields)} />
      <p className="text-xs text-muted">{says}</p>
    </div>
  );
}
