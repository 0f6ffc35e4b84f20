import { contactCommands } from './contact-commands.js';
import { contactKinds } from './contact-kinds.js';

it('every kind of contact method can be added, by what it asks for', () => {
  const { options } = contactCommands.AddContactMethod.data;
  expect(options.map(({ shape }) => shape.kind.value).toSorted()).toEqual([...contactKinds].toSorted());
});
