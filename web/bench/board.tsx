// board.tsx: the page that the benchmark of large boards opens.

import { render } from 'preact';
import { useState } from 'preact/hooks';
import { Board } from '../src/board/Board';
import '../src/design/design.css';
import { variant, view } from '../test/large';

function Page() {
  const [, look] = useState(0);
  return <Board variant={variant} view={view} turned={false} movers={['black']} onMove={() => {}} onInspect={({ kind }) => look(kind)} />;
}

render(<Page />, document.getElementById('app')!);
