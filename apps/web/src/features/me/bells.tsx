import { useState } from 'react';
import { ring, unlockBell } from '../../data/bell/bell.js';
import { bellHere, takeBell } from '../../data/bell/bell-sounds.js';
import { Button } from '../../ui/button.js';
import { Section } from '../../ui/screen.js';

/** Stored value by bell; the default one is stored as an empty string. */
const bells = { '': 'Bell', chime: 'Chime', alarm: 'Alarm' } as const;
type Bell = keyof typeof bells;

const chosenHere = (): Bell => {
  const chosenBell = bellHere();
  return chosenBell in bells ? (chosenBell as Bell) : '';
};

/** Sound of open tabs in this browser. */
export function Bells() {
  const [bell, setBell] = useState(chosenHere);
  const sound = async (urgency: 'high' | 'low') => {
    await unlockBell();
    ring(urgency);
  };
  const choose = (name: Bell) => {
    setBell(name);
    takeBell(name);
    void sound('high');
  };
  return (
    <Section id="sound" title="Sound in this browser">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 pt-2">
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">Bell</legend>
          {(Object.keys(bells) as Bell[]).map((name) => (
            <label
              key={name}
              className="rounded-md border border-line px-3 py-1 has-checked:border-line-field has-checked:bg-hover has-focus-visible:outline-2"
            >
              <input type="radio" name="bell" className="sr-only" checked={bell === name} onChange={() => choose(name)} />
              {bells[name]}
            </label>
          ))}
        </fieldset>
        <div className="flex gap-2">
          <Button onClick={() => void sound('high')}>Play high urgency</Button>
          <Button onClick={() => void sound('low')}>Play low urgency</Button>
        </div>
      </div>
      <p className="pt-2 text-xs text-muted">Each browser keeps its own choice. Push notifications use the phone’s own sound.</p>
    </Section>
  );
}
