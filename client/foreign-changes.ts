/**
 * Lets React go on where an extension or a translation has moved or removed nodes that React made. React removes a node
 * from the parent that it was given, and inserts before a sibling there; the browser throws where they are elsewhere by
 * now (facebook/react#11538), and an error view would take the place of the next page.
 */
export function tolerateForeignChanges(): void {
  const { removeChild, insertBefore } = Node.prototype;
  let isLogged = false;
  const log = () => {
    if (!isLogged) console.warn('something has moved or removed parts of the page');
    isLogged = true;
  };

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    log();
    if (child.parentNode) removeChild.call(child.parentNode, child);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    if (!before || before.parentNode === this) return insertBefore.call(this, node, before) as T;
    log();
    return insertBefore.call(this, node, childAround(before, this)) as T;
  };
}

/** The child of a parent that holds a node; null where the node is not inside. */
function childAround(node: Node, parent: Node): Node | null {
  let child: Node | null = node;
  while (child && child.parentNode !== parent) child = child.parentNode;
  return child;
}
