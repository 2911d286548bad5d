// What is wrong with the texts of a page as drawn: a function of the least size of text in pixels, to be evaluated in
// the page. It walks everything that can be seen, through shadow roots and drawings.
(least) => {
    const SLACK = 2;  // Pixels that two texts may share, or that one may reach out of its box.
    const HIDES = new Set(["hidden", "clip"]);
    const above = (element) => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;
    const styles = new Map();
    const style = (element) => {
        if (!styles.has(element)) styles.set(element, getComputedStyle(element));
        return styles.get(element);
    };
    const chainOf = (element) => {
        const chain = [];
        for (let each = element; each; each = above(each)) chain.push(each);
        return chain;
    };
    const sizeOf = ({ a, b, c, d }) => Math.sqrt(Math.abs(a * d - b * c));
    const isTurned = (element) => {
        const matrix = element instanceof SVGGraphicsElement && element.getScreenCTM();
        return Boolean(matrix) && Math.abs(matrix.b) > 0.01;
    };
    /** For screen readers only, or until it has the focus. */
    const isForEars = (element) => {
        const { clipPath, clip, overflowX } = style(element);
        const box = element.getBoundingClientRect();
        return clipPath.startsWith("inset(50%") || clip.startsWith("rect(0") || clip.startsWith("rect(1px")
            || (overflowX !== "visible" && box.width <= 2 && box.height <= 2)
            || (box.right <= 0 && element.matches("a, button"));
    };
    const boxOf = (element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        if (element instanceof SVGElement) return { left, top, right, bottom };
        const width = element.offsetWidth ? (right - left) / element.offsetWidth : 1;
        return {
            left: left + element.clientLeft * width, top: top + element.clientTop * width,
            right: left + (element.clientLeft + element.clientWidth) * width,
            bottom: top + (element.clientTop + element.clientHeight) * width,
        };
    };
    const meet = (one, other) => ({
        left: Math.max(one.left, other.left), top: Math.max(one.top, other.top),
        right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom),
    });
    /**
     * The letters in a line: it is higher than they are, by what the face leaves above and below. In a drawing the
     * browser rounds its height to whole units, often the height of a letter; there the baseline says where they are.
     */
    const letters = ({ left, top, right, bottom }, element, size) => {
        if (isTurned(element) || !(element instanceof SVGTextContentElement)) {
            const height = bottom - top;
            return { left, right, top: top + height * 0.2, bottom: bottom - height * 0.16 };
        }
        const { y } = element.getStartPositionOfChar(0).matrixTransform(element.getScreenCTM());
        return { left, right, top: y - size * 0.75, bottom: y + size * 0.2 };
    };
    /** What lies above an element decides: its scale, what cuts it, what it floats in, whether it can be seen at all. */
    const places = new Map();
    const placeOf = (element) => {
        if (!element) return { scale: 1, isForEars: false, layer: null, cutters: [] };
        if (places.has(element)) return places.get(element);
        const around = placeOf(above(element));
        const { position, transform, overflowX, overflowY } = style(element);
        const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
        const scale = matrix ? sizeOf(matrix) : around.scale * (transform === "none" ? 1 : sizeOf(new DOMMatrix(transform)));
        const isFloat = ["fixed", "sticky"].includes(position) || element.matches("dialog, [popover]");
        // What lies below the screen is looked at too: the page itself cuts nothing, nor does it cut what is fixed.
        const cutters = element.matches("[data-testid=stMain]") || position === "fixed" ? [] : around.cutters;
        const cuts = !element.matches("[data-testid=stMain]") && (overflowX !== "visible" || overflowY !== "visible");
        const place = {
            scale, isForEars: around.isForEars || isForEars(element), layer: isFloat ? element : around.layer,
            cutters: cuts ? [...cutters, { element, overflowX, overflowY, box: boxOf(element) }] : cutters,
        };
        places.set(element, place);
        return place;
    };
    const whereOf = (element) => chainOf(element).slice(0, 5).reverse()
        .map((each) => {
            const name = each.id || (each.getAttribute("class") ?? "").split(" ").slice(0, 2).join(".");
            return each.tagName.toLowerCase() + (name && `.${name}`);
        }).join(" > ");

    const shown = [];
    const found = [];
    const tell = (kind, text, element, more = "") =>
        found.push(`${kind}: ${JSON.stringify(text.trim().slice(0, 50))} ${more} in ${whereOf(element)}`);

    /** A cut that says so ("Long na…"), where a link, a title or a label has the whole text. */
    const isAbridged = (element, cutter, text) => {
        const chain = chainOf(element);
        const within = chain.slice(0, chain.indexOf(cutter) + 1);
        const saysSo = within.some((each) => style(each).textOverflow === "ellipsis" || style(each).webkitLineClamp !== "none");
        return saysSo && chain.slice(0, 8).some((each) =>
            each.matches("a[href], summary, option")
            || ["title", "aria-label"].some((name) => each.getAttribute(name)?.includes(text.trim())));
    };

    const look = (node, element) => {
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
        const range = document.createRange();
        range.selectNodeContents(node);
        const lines = [...range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5);
        if (!lines.length) return;
        const { scale, isForEars, layer, cutters } = placeOf(element);
        if (isForEars) return;
        const size = parseFloat(style(element).fontSize) * scale;
        if (size < least - 0.05) tell("small", node.data, element, `${size.toFixed(1)} px`);
        for (const line of lines) {
            let seen = letters(line, element, size);
            let isCut = false;
            for (const { element: cutter, overflowX, overflowY, box } of cutters.toReversed()) {
                const whole = seen;
                seen = meet(seen, {
                    left: overflowX === "visible" ? -Infinity : box.left, right: overflowX === "visible" ? Infinity : box.right,
                    top: overflowY === "visible" ? -Infinity : box.top, bottom: overflowY === "visible" ? Infinity : box.bottom,
                });
                const cutsX = HIDES.has(overflowX) && (seen.left - whole.left > SLACK || whole.right - seen.right > SLACK);
                const cutsY = HIDES.has(overflowY) && (seen.top - whole.top > SLACK || whole.bottom - seen.bottom > SLACK);
                if (!isCut && (cutsX || cutsY) && box.bottom > box.top && !isAbridged(element, cutter, node.data)) {
                    tell("clipped", node.data, element, `by ${whereOf(cutter).split(" > ").at(-1)}`);
                    isCut = true;
                }
                if (seen.right - seen.left < 1 || seen.bottom - seen.top < 1) break;
            }
            if (seen.right - seen.left < 1 || seen.bottom - seen.top < 1) continue;
            if (!isCut && (seen.right > innerWidth + SLACK || seen.left < -SLACK)) tell("beside the screen", node.data, element);
            if (!isTurned(element)) shown.push({ ...seen, node, element, layer });
        }
    };
    const walk = (root) => {
        for (const node of root.childNodes) {
            if (node.nodeType === Node.TEXT_NODE && node.data.trim()) {
                const element = node.parentElement ?? root.host;
                if (!["SCRIPT", "STYLE", "NOSCRIPT", "TITLE", "OPTION", "title", "desc"].includes(element.tagName)) look(node, element);
            } else if (node.nodeType === Node.ELEMENT_NODE) {
                walk(node);
                if (node.shadowRoot) walk(node.shadowRoot);
                if (node.matches("input[placeholder], select")) fits(node);
            }
        }
    };
    /** A hint or a choice is no text node: its width is measured. */
    const brush = document.createElement("canvas").getContext("2d");
    const fits = (field) => {
        const said = field.tagName === "SELECT" ? field.selectedOptions[0]?.text ?? "" : field.value ? "" : field.placeholder;
        if (!said || !field.clientWidth || !field.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
        const { font, paddingLeft, paddingRight, appearance, textOverflow } = style(field);
        brush.font = font;
        const arrow = field.tagName === "SELECT" && appearance !== "none" ? 16 : 0;
        const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
        if (brush.measureText(said).width > room + SLACK && textOverflow !== "ellipsis") tell("clipped", said, field, "in its field");
    };
    walk(document.body);

    shown.sort((one, other) => one.top - other.top);
    for (const [place, one] of shown.entries()) {
        for (let next = place + 1; next < shown.length && shown[next].top < one.bottom - SLACK; next += 1) {
            const other = shown[next];
            if (one.node === other.node || one.layer !== other.layer) continue;
            const { left, top, right, bottom } = meet(one, other);
            if (right - left <= SLACK || bottom - top <= SLACK) continue;
            if (one.node.data === other.node.data && Math.abs(one.left - other.left) < 1) continue;  // A text and its edge.
            tell("overlapping", one.node.data, one.element, `and ${JSON.stringify(other.node.data.trim().slice(0, 30))}`);
        }
    }
    const main = document.querySelector("[data-testid=stMain]");
    if (main && main.getBoundingClientRect().bottom > innerHeight + 1) found.push("the end of the page lies below the screen");
    if (document.documentElement.scrollWidth > innerWidth) found.push("wider than the screen: the page");
    for (const each of document.querySelectorAll("[data-testid=stMain], [data-testid=stMainBlockContainer]")) {
        if (each.scrollWidth > each.clientWidth) found.push(`wider than the screen: ${whereOf(each).split(" > ").at(-1)}`);
    }
    return [...new Set(found)];
}
