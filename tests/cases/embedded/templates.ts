const B = styled.div<{ a: string }>`
  color: ${p => p.a};
  &:hover {
    x: y;
  }
`
const q = gql`
  type A {
    b: Int
  }
`
class E extends LitElement {
  static styles = css`
    .a {
      b: c;
    }
  `
  render() {
    return html`<div id="x">
      ${a ? html`<p>
       </p>` : ''}
    </div>`
  }
}
