import { serverNow } from '../../data/time/clock.js';
import { Slot } from '../../ui/select.js';
import { MomentSlot } from './typed-slots.js';
import { inputOf, instantOf } from './zone-inputs.js';
import { placeName } from '../../data/time/zone-times.js';

interface Props {
  zone: string;
  /** An instant; null: now. */
  value: string | null;
  onChange: (effectiveFrom: string | null) => void;
}

const day = 86_400_000;

/** “It takes effect [at once]” */
export const EffectiveFrom = ({ zone, value, onChange }: Props) => (
  <p className="mt-3 flex flex-wrap items-center gap-1.5 leading-7">
    It takes effect
    <Slot
      label="Takes effect"
      value={value === null ? 'now' : 'later'}
      onChange={(event) => onChange(event.target.value === 'now' ? null : new Date(serverNow() + day).toISOString())}
    >
      <option value="now">now</option>
      <option value="later">later, at</option>
    </Slot>
    {value !== null && (
      <>
        <MomentSlot
          label="Takes effect at"
          value={inputOf(Date.parse(value), zone)}
          onChange={(input) => {
            const at = instantOf(input, zone);
            if (at !== null) onChange(new Date(at).toISOString());
          }}
        />
        <span className="text-muted">({placeName(zone)})</span>
      </>
    )}
  </p>
);
