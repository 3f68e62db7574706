"""From an earlier version of the project to this one and back, under load."""

import fleet
import images
import previous
from cluster import registered
from control import kubectl
from load import Load
from scenarios.rollout import targets

TAG = "previous"
# Servers of the overlay keep their images. The offline world stays as it is, because it is a stand-in for providers.
VERSIONED = [name for name in images.SERVICES if name != "offline"]


def load_images(version):
    made = [images.fleet(service, previous.binaries(version), TAG) for service in VERSIONED]
    images.load(made, range(1, len(registered()) + 1))


def deploy_previous():
    tags = [{"name": f"auspex/{name}", "newTag": TAG} for name in VERSIONED]
    fleet.ensure("previous", images=tags)


def upgrade():
    """The README's upgrade: the topology job of the new version, then the workers."""
    fleet.kube("delete", "job", "topology", "--ignore-not-found")
    kubectl("apply", "-k", fleet.prepared("load"))
    fleet.kube("wait", "--for=condition=complete", "job/topology", "--timeout=120s")
    fleet.rolled_out(seconds=400)


def there_and_back():
    version = previous.commit()
    if not version:
        return "skipped: no tag and no earlier commit with other tables that this one can migrate; PREVIOUS=COMMIT names one"
    load_images(version)
    deploy_previous()
    before = Load(questions=100)
    upgrade()
    found = before.judge()
    after = Load(questions=100)
    fleet.kube("rollout", "undo", *targets())
    fleet.rolled_out(seconds=400)
    back = after.judge()
    fleet.wipe()
    return f"from {version[:7]}: {found}; back: {back}"
