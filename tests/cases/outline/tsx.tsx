import { forwardRef, memo, useState, type ReactNode } from 'react'

interface Props {
  title: string
  children?: ReactNode
  onClose(): void
}

type State = { open: boolean }

const initial: State = { open: false }

export function Dialog({ title, children, onClose }: Props) {
  const [state, setState] = useState(initial)
  const toggle = () => setState({ open: !state.open })
  return (
    <section
      className="dialog"
      onClick={toggle}
    >
      <h1>{title}</h1>
      {state.open && (
        <>
          {children}
          <button onClick={() => onClose()}>Close</button>
        </>
      )}
    </section>
  )
}

export const Badge = <T,>({ value }: { value: T }) => <span>{String(value)}</span>

export const Input = forwardRef(function Input(props: Props, ref) {
  return <input ref={ref} {...props} />
})

export const Card = memo(Dialog)

class Legacy extends React.Component<Props, State> {
  state = initial
  handle = (e: Event) => {
    this.setState({ open: true })
  }

  render() {
    return <Dialog {...this.props} />
  }
}

export default Legacy

describe('<Dialog>', () => {
  it('opens', () => {
    render(<Dialog title="x" onClose={() => {}} />)
  })
})
