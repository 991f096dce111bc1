"""What names and values mean in the workspace: scopes first, then imports, then the members of what is known."""

from __future__ import annotations

from indexer.graph.asking import of_sort
from indexer.graph.evaluation import Evaluation
from indexer.graph.lookup import Lookup
from indexer.graph.members import Members
from indexer.graph.names import Binding
from indexer.graph.overloads import Overloads
from indexer.graph.sheets import Sheets
from indexer.graph.sources import Module
from indexer.graph.things import ANY, NOTHING, Asked, Beyond, Found, Kind, Place, joined
from indexer.graph.values import Member, Name, Value
from indexer.languages.scoping import Scoping
from indexer.lazy import lazy


class Meaning(Lookup, Evaluation, Members, Overloads):
    """Answers for one root: where a name leads, imports followed."""

    @lazy
    def sheets(self) -> Sheets:
        """Who answers for names of pages and style sheets."""
        return Sheets(self.sources)

    def followed(self, place: Place) -> Found:
        """What a binding means in the end, if it is an import."""
        binding = self.binding(place)
        scoping = self.sources.scoping(place[0])
        if scoping is not None and binding.kind in scoping.announcing:
            return self.announced(place, scoping.announcing)
        if binding.kind not in ("import", "export"):
            return Found((place,))
        if scoping is not None and scoping.named_paths is not None:
            return self._along(place, binding, scoping.named_paths.form)
        if not binding.module:
            return self._exported(place, binding)
        if scoping is not None and scoping.package == "declared":
            return self.declared(place[0], binding.module)
        if scoping is not None and scoping.package == "named":
            return self._taken(place, binding, scoping)
        lead = self.sources.lead(place[0], binding.module, binding.imported)
        inside = None if lead.module is None else self.into_class(lead.module, binding.module)
        if inside is not None:
            return inside
        if not binding.imported:
            return Found((), () if lead.module is None else (lead.module,), lead.outside)
        found = NOTHING if lead.module is None else self.in_module(lead.module, binding.imported)
        if found.places or found.modules:
            return found
        return Found((), () if lead.part is None else (lead.part,), lead.outside or found.outside)

    def _taken(self, place: Place, binding: Binding, scoping: Scoping) -> Found:
        """What an import means that takes a name from a package, which may have taken it from another."""
        if not self.enters(("taken", place)):
            return NOTHING
        try:
            packages, names = self.packages(scoping), self.sources.names(place[0])
            assert names is not None
            module = packages.written_out(names, binding.module, binding.span.start - 1)
            return self.meant(packages.taken(place[0], module, binding.imported))
        finally:
            self.leaves(("taken", place))

    def _along(self, place: Place, binding: Binding, form: str) -> Found:
        """What an import means that is a name for a path, or for a file beside this one."""
        if binding.module:
            said = (binding.imported, "path") if binding.imported else (binding.module, form)
            lead = self.sources.lead(place[0], said[0], form=said[1])
            return Found((), () if lead.module is None else (lead.module,), lead.outside)
        if not self.enters(("along", place)):
            return NOTHING
        try:
            return self.found(place[0], binding.value)
        finally:
            self._open.discard(("along", place))

    def found(self, path: str, value: Value | None) -> Found:
        """The definitions that a path leads to."""
        match value:
            case Name(name, at, sort, given):
                asked = Asked(path, sort, given)
                return self.meant(self.lookup(path, name, at, asked), asked)
            case Member(of, name, sort, given):
                asked = Asked(path, sort, given)
                several = self.of_each(self.evaluated(path, of), name, asked)
                return self.meant(joined([found for _, found in several]), asked)
            case None:
                return NOTHING
        things = self.evaluated(path, value)
        places = tuple((one.path, one.binding) for one in things if isinstance(one, Kind) and one.binding >= 0)
        modules = tuple(one for one in things if isinstance(one, Module))
        return Found(places, modules, any(isinstance(one, Beyond) for one in things))

    def _exported(self, place: Place, binding: Binding) -> Found:
        """What a name of its own means that a file gives to others under another."""
        if not self.enters(("exported", place)):
            return NOTHING
        try:
            return self.meant(self.lookup(place[0], binding.imported, binding.span.start))
        finally:
            self._open.discard(("exported", place))

    def meant(self, found: Found, asked: Asked = ANY) -> Found:
        """The same with imports followed, to what can be meant."""
        end = joined([self.followed(place) for place in found.places] + [found._replace(places=())])
        for each in (asked, asked._replace(given=None)):
            fitting = tuple(place for place in end.places if self.fits(place, each))
            if fitting:
                return self.chosen(end._replace(places=fitting), asked)[0]
        return end

    def fits(self, place: Place, asked: Asked) -> bool:
        names, scoping = self.sources.names(place[0]), self.sources.scoping(place[0])
        return names is None or scoping is None or bool(of_sort(names, [place[1]], scoping, asked))
